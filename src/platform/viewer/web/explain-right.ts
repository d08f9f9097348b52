/** Roles that give a right, and people who can give them, by their names. */
export interface ExplainedRight {
  readonly roles: readonly string[];
  readonly givers: readonly string[];
}

type Explainer = (right: string) => Promise<ExplainedRight>;
let explainer: Explainer = () => Promise.reject(new Error('nobody explains rights here'));

/** The program behind the login says whom to ask. */
export function keepRightExplainer(ask: Explainer): void {
  explainer = ask;
}

/** Who can help a reader to a right that he lacks (ux-guide 9). */
export const explainRight: Explainer = (right) => explainer(right);
