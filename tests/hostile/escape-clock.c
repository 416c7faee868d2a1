/*
 * Tries: to set the clock.
 * Must not: succeed.
 */
int main(void)
{
	struct timespec ts = { .tv_sec = 1000000000 };
	struct timeval tv = { .tv_sec = 1000000000 };
	struct timex tx = { .modes = ADJ_SETOFFSET, .time = { .tv_sec = -100000 } };
	if (clock_settime(CLOCK_REALTIME, &ts) == 0 || settimeofday(&tv, NULL) == 0 || adjtimex(&tx) >= 0 ||
	    clock_adjtime(CLOCK_REALTIME, &tx) >= 0)
		harm("the clock");
	return 0;
}
