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
