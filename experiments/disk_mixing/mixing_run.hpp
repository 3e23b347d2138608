// The motion of the drum's disks by Moreau's midpoint rule, and what is looked at in every step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/disk_mixing/drum.hpp"
#include "experiments/disk_mixing/penetration_bound.hpp"
#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/integration/time_stepping/many_body_midpoint.hpp"
#include "support/partial_rows.hpp"

namespace nsdbench::experiments::mixing {

struct RunSettings {
  double dt = 0.0;
  long steps = 0;
  long frames = 1;            // positions kept, at even distances, the last at the end; one more at the start
  long checkpoint_every = 1;  // steps after which an interrupted run can go on
  double tolerance = 0.0;     // of contact problems
  int threads = 1;
  // Steps between two that are made a second time, from the same state and to this tolerance, beside the motion.
  long fine_every = 1;
  double fine_tolerance = 1e-6;
  // This step is made, not taken up from an earlier run; 0: none.
  long needed_step = 0;
};

// A step, in the order of the table's columns. Energies are those at its end; works are sums from the start.
struct StepRow {
  double t = 0.0;
  double contacts = 0.0;
  double loaded = 0.0;   // contacts between disks with P_N > 0
  double rubbing = 0.0;  // of these, with P_T != 0
  double sliding = 0.0;  // of these, with |P_T| = mu P_N, to 1e-6
  double sweeps = 0.0;   // of the contact solver
  double newton_steps = 0.0;
  double residual = 0.0;
  double penetration_disks = 0.0;
  double penetration_walls = 0.0;
  double overlap_largest = 0.0;    // of -g over the radius of a contact's smaller disk
  double overlap_median = 0.0;     // over the contacts
  double penetration_share = 0.0;  // largest, of a contact's own bound
  double approach = 0.0;           // of contacts that closed
  double reach = 0.0;              // of the outermost point of a disk, over R
  double kinetic = 0.0;
  double potential = 0.0;
  double wall_work = 0.0;
  double dissipated = 0.0;
  // Of the step that is made a second time; iterations are zero where there is none.
  double fine_iterations = 0.0;
  double fine_residual = 0.0;
  double fine_difference = 0.0;  // largest difference of a velocity of a disk, its surface included [m/s]

  using Fields = std::array<double StepRow::*, 22>;
  static constexpr Fields fields() {
    using S = StepRow;
    return {&S::t,
            &S::contacts,
            &S::loaded,
            &S::rubbing,
            &S::sliding,
            &S::sweeps,
            &S::newton_steps,
            &S::residual,
            &S::penetration_disks,
            &S::penetration_walls,
            &S::overlap_largest,
            &S::overlap_median,
            &S::penetration_share,
            &S::approach,
            &S::reach,
            &S::kinetic,
            &S::potential,
            &S::wall_work,
            &S::dissipated,
            &S::fine_iterations,
            &S::fine_residual,
            &S::fine_difference};
  }
};

// The forces of a contact that carries load: percussions of a step over its length [N], at the step's midpoint.
struct ContactForce {
  std::int32_t disk = 0;
  std::int32_t other = 0;  // a disk, or a wall: as in ClosedContact
  problems::Point from;    // centre of the disk [m]
  problems::Point to;      // centre of the other disk, or the point on the wall
  double normal = 0.0;     // presses both apart
  double tangential = 0.0;
};

// One time: x, y, phi of each disk, and the forces of the step that ends there. There are none at the start.
struct Frame {
  double t = 0.0;
  std::vector<double> q;
  std::vector<ContactForce> forces;
};

class MixingRun {
 public:
  // Keeps references to the drum and to the fallback of the contact solver. Throws std::invalid_argument for wrong
  // settings.
  MixingRun(const Drum& drum, const RunSettings& settings, ContactSolver* fallback);

  // All steps, from where `partial` has kept an earlier run of the name; it receives what this one needs to be gone on
  // with. `after_step` is called after each with its number, from 1, also if it ends the run. Returns why the run ended
  // early, if it did.
  std::optional<std::string> run(support::PartialRows& partial, const std::string& name,
                                 const std::function<void(long)>& after_step);

  const RunSettings& settings() const { return settings_; }
  // Steps of the whole run less those that were made with a residual within the tolerance.
  long steps_missing() const;
  bool disk_left() const { return disk_left_; }  // the run ended since a disk left the drum
  const std::vector<StepRow>& steps() const { return steps_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const ManyBodyState& state() const { return state_; }
  double energy_at_start() const { return energy_at_start_; }
  // Of the last step.
  const ManyBodyMidpoint<problems::DiskAssembly>& integrator() const { return integrator_; }

 private:
  std::optional<std::string> step(long k);
  ManyBodyState step_again(StepRow& row);
  double velocity_difference(const ManyBodyState& other) const;
  std::vector<ContactForce> forces() const;
  void look_at_friction(StepRow& row) const;
  void look_at_overlaps(StepRow& row) const;
  std::optional<std::string> look_at_walls(StepRow& row) const;

  // What is kept of the steps since the checkpoint before, and the state after the last of them, as rows of numbers.
  struct Checkpoint {
    std::vector<double> steps, frames, forces, contacts, order, state;
  };
  void save(support::PartialRows& partial, const std::string& name, long k) const;
  std::optional<Checkpoint> find(const support::PartialRows& partial, const std::string& name, long k) const;
  long take_up(const support::PartialRows& partial, const std::string& name);
  void take_up_tables(const Checkpoint& checkpoint);
  void take_up_state(const Checkpoint& checkpoint);
  long frames_up_to(long k) const;

  const Drum& drum_;
  RunSettings settings_;
  ManyBodyMidpoint<problems::DiskAssembly> integrator_;
  ManyBodyMidpoint<problems::DiskAssembly> fine_;
  PenetrationBound bound_;
  ManyBodyState state_;
  ManyBodyState begin_;  // of the step
  double energy_at_start_ = 0.0;
  double last_residual_ = 0.0;  // [m/s]
  bool disk_left_ = false;
  std::vector<StepRow> steps_;
  std::vector<Frame> frames_;
};

}  // namespace nsdbench::experiments::mixing
