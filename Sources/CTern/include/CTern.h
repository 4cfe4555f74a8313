#ifndef CTERN_H
#define CTERN_H

#include "CTernCodings.h"
#include "CTernCurl.h"
#include "CTernFiles.h"
#include "CTernRuntime.h"

#endif
