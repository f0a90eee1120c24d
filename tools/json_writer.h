// Where the answers of commands find the one writer of JSON.
#pragma once

#include "events/json_writer.h"
