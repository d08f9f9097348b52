import { useAskedDialog } from './asked.ts';
import { EditShowingDialog } from './edit-showing-dialog.tsx';
import { PushDialog } from './push-dialog.tsx';
import { SetDialog } from './set-dialog.tsx';

/** Stands once on the page of clips. */
export function AdvertDialogs() {
  const asked = useAskedDialog();
  switch (asked?.kind) {
    case 'set':
      return <SetDialog asked={asked} />;
    case 'edit':
      return <EditShowingDialog key={asked.showing.id} asked={asked} />;
    case 'push':
      return <PushDialog asked={asked} />;
    default:
      return null;
  }
}
