#include <Python.h>
#include <gin_fast.h>

static const gf_api *gf;

/* The net score of an action for the seat to act, if the players continue from there. Copying a round
 * is an assignment; round_play leaves a finished round as it is. */
static int32_t net_of(const gf_round *round, int32_t action, const gf_strategy *players) {
    gf_round copy = *round;
    int32_t seat = round->view.seat;
    gf->round_apply(&copy, action);
    gf->round_play(&copy, players, 1, 0);
    return copy.scored[seat] - copy.scored[1 - seat];
}

/* Plays deal 0 of a seed. Each seat makes the move that nets most, seeing all cards. */
static PyObject *play(PyObject *self, PyObject *args) {
    unsigned long long seed;
    const char *name;
    char why[200];
    int32_t actions[GF_MOST_ACTIONS];
    gf_strategy players[2];
    gf_rules rules;
    gf_round round;
    (void)self;
    if (!PyArg_ParseTuple(args, "Ks", &seed, &name)) return NULL;
    if (!gf->strategy_named(name, &players[0], why, sizeof why)) {
        PyErr_SetString(PyExc_ValueError, why);
        return NULL;
    }
    players[1] = players[0];
    gf->rules_named("modern", &rules);
    gf->round_start(&round, &rules, seed, 0, 0);
    Py_BEGIN_ALLOW_THREADS
    while (round.view.phase != GF_OVER) {
        int32_t count = gf->legal_actions(&round.view, actions), best = 0, most = -100000, place;
        for (place = 0; place < count; place++) {
            int32_t net = net_of(&round, actions[place], players);
            if (net > most) most = net, best = place;
        }
        gf->round_apply(&round, actions[best]);
    }
    Py_END_ALLOW_THREADS
    return Py_BuildValue("(ii)(ii)", round.kind, round.view.draws, round.scored[0], round.scored[1]);
}

static PyMethodDef methods[] = {{"play", play, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "search", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_search(void) {
    gf = gf_import();
    return gf ? PyModule_Create(&module) : NULL;
}
