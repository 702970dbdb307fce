#include <Python.h>
#include <gin_fast.h>
#include <stdio.h>

int main(void) {
    const gf_api *gf;
    gf_strategy sides[2];
    gf_rules rules;
    gf_totals totals = {0};
    Py_Initialize();
    gf = gf_import();
    if (!gf) {
        PyErr_Print();
        return 1;
    }
    PyEval_SaveThread(); /* nobody has the GIL from here on, and any thread may call */
    gf->strategy_named("greedy", &sides[0], NULL, 0);
    gf->strategy_named("simple", &sides[1], NULL, 0);
    gf->rules_named("eaai", &rules);
    gf->play_many(sides, &rules, 7, 0, 10000, 0, &totals);
    printf("greedy wins %d of %d\n", (int)totals.wins[0], (int)totals.rounds);
    return 0;
}
