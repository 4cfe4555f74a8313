import Tern
