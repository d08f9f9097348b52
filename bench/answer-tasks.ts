/** The other end of `startDriver`: one task after the other; what fails ends the program, and with it the run. */
export function answerTasks<Task, Answer>(drive: (task: Task) => Promise<Answer>): void {
  process.on('message', (task: Task) => {
    drive(task).then(
      (answer) => process.send?.(answer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
