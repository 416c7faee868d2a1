// Jobs wait in a ring; the input says how many come and which are urgent.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N_PLACES 6
#define IS_URGENT(job) ((job) % 3 == 0)

struct queue {
    int first;
    int count;
    int *jobs;
};

static int place(int first, int offset) {
    return (first + offset) % N_PLACES;
}

static int push(struct queue *queue, int job) {
    if (queue->count >= N_PLACES - 1)
        return 0;
    queue->jobs[place(queue->first, queue->count)] = job;
    queue->count++;
    return 1;
}

static int pop(struct queue *queue) {
    assert(queue->count > 0);
    int job = queue->jobs[queue->first];
    queue->first = place(queue->first, 1);
    queue->count--;
    return job;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    char letter = argv[1][0];
    if (letter < 'a' || letter > 'g') {
        puts("usage: queue a-g");
        return 2;
    }
    struct queue queue = {.first = 4};
    int lost = 0;
    queue.jobs = calloc(N_PLACES, sizeof *queue.jobs);
    for (int job = 1; job <= letter - 'a' + 1; job++) {
        if (!push(&queue, job))
            lost++;
    }
    while (queue.count > 0) {
        int job = pop(&queue);
        if (IS_URGENT(job))
            printf("urgent %d\n", job);
        else
            printf("job %d\n", job);
    }
    if (lost > 0)
        printf("%d lost\n", lost);
    free(queue.jobs);
    return lost;
}
