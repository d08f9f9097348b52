import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { OpenedPart } from '../opened-part/opened-part.tsx';
import type { usePictureUpload } from './use-picture-upload.ts';

const CropDialog = lazyAgain(() => import('./crop-dialog.tsx'));

/** The dialog that cuts a picture whose kind has a shape; its code is fetched when there is one to cut. */
export function CropPart({ upload, isRound }: { upload: ReturnType<typeof usePictureUpload>; isRound: boolean }) {
  const { state, rules } = upload;
  return (
    <OpenedPart onClose={upload.cancel}>
      {state.step === 'cutting' && (
        <CropDialog
          picture={state.picture}
          rules={rules}
          isRound={isRound}
          onCut={(part) => upload.cut(state.picture, part)}
          onClose={upload.cancel}
        />
      )}
    </OpenedPart>
  );
}
