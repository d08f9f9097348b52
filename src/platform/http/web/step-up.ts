/** What the server answers when it wants the password again before a call (security 4.9). */
export const STEP_UP_REQUIRED = 'session.step-up-required';

/** Asks the user; true when the server has accepted the password. */
type Ask = () => Promise<boolean>;
let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** The one place of a program that asks; a program without one shows the refusal like any other. */
export function onStepUp(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

export const canStepUp = (): boolean => ask !== undefined;

/** Calls that are refused at the same time ask once. */
export function stepUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
