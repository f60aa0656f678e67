#include "CBackports.h"
