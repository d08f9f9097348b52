// What the console alone shows of a session, with the kit; its dialogs come when they are opened.
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

export { askDepartments } from './ask-departments.ts';
export { ExpiredDialog } from './expired-dialog.tsx';

/** With all that forms are made of, which the first page does without. */
export const DepartmentDialog = lazyAgain(async () => ({
  default: (await import('./department-dialog.tsx')).DepartmentDialog,
}));
