#include <gin_fast.h>

#include <stdexcept>
#include <string>
#include <vector>

/* A round that throws exceptions. */
class Round {
public:
    Round(const gf_api *table, const std::string &profile, uint64_t seed) : gf(table) {
        if (const char *why = gf_mismatch(gf)) throw std::runtime_error(why);
        gf_rules rules;
        if (!gf->rules_named(profile.c_str(), &rules)) throw std::invalid_argument(profile);
        gf->round_start(&state, &rules, seed, 0, 0);
    }
    bool is_over() const { return state.view.phase == GF_OVER; }
    std::vector<int32_t> legal_actions() const {
        std::vector<int32_t> found(GF_MOST_ACTIONS);
        found.resize(static_cast<size_t>(gf->legal_actions(&state.view, found.data())));
        return found;
    }
    void apply(int32_t action) {
        if (!gf->round_apply(&state, action)) throw std::invalid_argument("illegal action");
    }

private:
    const gf_api *gf;
    gf_round state;
};

/* The number of actions in a round of random play; -1 if it cannot be played. */
extern "C" int32_t walk(const gf_api *gf, const char *profile, uint64_t seed) try {
    Round round(gf, profile, seed);
    gf_rng rng;
    gf->rng_start(&rng, seed, 0, GF_STREAM_SAMPLING);
    int32_t done = 0;
    for (; !round.is_over(); done++) {
        std::vector<int32_t> legal = round.legal_actions();
        round.apply(legal[gf->below(&rng, static_cast<uint32_t>(legal.size()))]);
    }
    return done;
} catch (const std::exception &) {
    return -1;
}
