// What the console shows of passwords; its dialogs come when they are opened.
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';

export { StepUp } from './step-up.tsx';

export const ChangePasswordDialog = lazyAgain(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}));
