// A shop sells from a small stock; the input is the number of the article.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define ARTICLES 4
#define CHEAP(price) ((price) < 10)

struct article {
    const char *name;
    int price;
    int left;
};

static void set(struct article *article, const char *name, int price, int left) {
    article->name = name;
    article->price = price;
    article->left = left;
}

static int cost(const struct article *article, int count) {
    int total = article->price * count;
    if (count > 2 && !CHEAP(article->price))
        total -= 5;
    return total;
}

static int find(int digit) {
    if (digit < 1)
        return -1;
    if (digit > ARTICLES)
        return -2;
    return digit - 1;
}

static int sell(struct article *article, int count) {
    int sold = 0;
    while (sold < count && article->left > 0) {
        article->left--;
        sold++;
    }
    return sold;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    struct article *stock = calloc(ARTICLES, sizeof(struct article));
    set(&stock[0], "nail", 2, 9);
    set(&stock[1], "saw", 30, 1);
    set(&stock[2], "lamp", 15, 4);
    set(&stock[3], "glue", 8, 0);
    int index = find(argv[1][0] - '0');
    if (index < 0) {
        puts(index == -2 ? "number too large" : "no such article");
        free(stock);
        return 1;
    }
    for (int n = 0; n < ARTICLES; n++) {
        if (n == index) {
            int sold = sell(&stock[n], 3);
            assert(sold >= 0 && sold <= 3);
            printf("%d %s: %d\n", sold, stock[n].name, cost(&stock[n], sold));
            if (stock[n].left == 0)
                puts("sold out");
        }
    }
    free(stock);
    return 0;
}
