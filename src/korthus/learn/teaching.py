"""Teaching a learner round by round, with checkpoints, until its numbers can be written."""

from __future__ import annotations

from korthus.learn.brings import Arrays, Course, Learner, Work
from korthus.learn.progress import Tell, Watcher
from korthus.learn.run_folder import TrainFolder


def teach(
    course: Course, samples: Arrays, work: Work, folder: TrainFolder, watcher: Watcher, tell: Tell
) -> Arrays:
    """Teach all rounds, or those that are left; what was learnt.

    A learner that is stopped between two rounds is kept as it is then. If it is killed, it goes on from its
    last checkpoint, and comes to the same numbers.

    Raises:
        KeyboardInterrupt: it was stopped.
        KorthusError: a checkpoint cannot be read or written.
    """
    learner = course.learner(samples, work)
    try:
        first = folder.restore(learner)
        tell(first, work.rounds)
        for number in range(first + 1, work.rounds + 1):
            with watcher.held() as check:
                learner.advance()
                _keep(number, course, work, learner, folder)
                tell(number, work.rounds)
                try:
                    check()
                except KeyboardInterrupt:
                    folder.keep_checkpoint(number, learner, None)
                    raise
        return learner.numbers()
    finally:
        learner.close()


def _keep(number: int, course: Course, work: Work, learner: Learner, folder: TrainFolder) -> None:
    """Judge and keep a learner where it is time for that."""
    if number % course.every == 0 or number == work.rounds:
        folder.keep_checkpoint(number, learner, learner.judge())
