// The data the other files declare.
int sizes[] = { 3, 1, 4, 1, 5, 9 };
const int n_sizes = sizeof sizes / sizeof *sizes;
const char *const titles[] = { "zero", "one", "two", 0 };
struct config { int verbose; double ratio; char name[16]; } config = { 1, 0.75, "default" };
int shared_counter;
