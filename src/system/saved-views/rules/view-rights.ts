/** A private view is its owner's alone; a shared one is read by the tenant. */
export interface ViewOwnership {
  readonly ownerId: string;
  readonly shared: boolean;
}

export interface ViewPerson {
  readonly id: string;
  readonly mayShare: boolean;
}

export const maySeeView = (view: ViewOwnership, person: ViewPerson): boolean =>
  view.shared || view.ownerId === person.id;

/** A shared view is everybody's tool: beside its owner, who may share may also put it right. */
export const mayChangeView = (view: ViewOwnership, person: ViewPerson): boolean =>
  view.ownerId === person.id || (view.shared && person.mayShare);

/**
 * Taking a change back is a change: a user who lost the right meanwhile has lost it for both. `now` is the view as it is and
 * `before` what it becomes, each null where there is none. Whether a view is shared changes by the right to share only.
 */
export function mayRestoreView(now: ViewOwnership | null, before: ViewOwnership | null, person: ViewPerson): boolean {
  if (now && before && now.shared !== before.shared) return person.mayShare;
  const view = now ?? before;
  return view === null || mayChangeView(view, person);
}
