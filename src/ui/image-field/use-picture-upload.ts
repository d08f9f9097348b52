import { useEffect, useRef, useState } from 'react';
import type { StoredFile } from '#platform/files/contract/endpoints.ts';
import { imageRules, type UploadKind } from '#platform/files/contract/upload-kinds.ts';
import { imageFault } from '#platform/files/rules/image-fault.ts';
import { uploadPicture } from '#platform/files/web/upload-picture.ts';
import { CallError } from '#platform/http/web/call.ts';
import { type Cut, cropPlan } from './crop-plan.ts';
import { type ChosenPicture, cutPicture, type PictureFault, readPicture } from './read-picture.ts';

export type PictureState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading' }
  | { readonly step: 'cutting'; readonly picture: ChosenPicture }
  /** `part` from 0 to 1. */
  | { readonly step: 'sending'; readonly part: number; readonly name: string }
  | { readonly step: 'sent'; readonly file: StoredFile }
  | { readonly step: 'cancelled' }
  | { readonly step: 'faulty'; readonly fault: PictureFault | { readonly text: string } };

/** From a chosen file to a stored one: look, cut where its kind has a shape, send. One picture at a time. */
export function usePictureUpload(kind: UploadKind, onStored: (file: StoredFile) => void) {
  const rules = imageRules(kind);
  const [state, setState] = useState<PictureState>({ step: 'idle' });
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  const choose = async (file: File): Promise<void> => {
    const { signal } = restart(run);
    setState({ step: 'reading' });
    const picture = await readPicture(file, rules);
    if (signal.aborted) return;
    if ('code' in picture) return setState({ step: 'faulty', fault: picture });
    const plan = cropPlan(rules, picture);
    if (plan === 'cut') return setState({ step: 'cutting', picture });
    if (plan === 'too-small') return setState({ step: 'faulty', fault: tooSmall(rules, picture) });
    await send(picture, picture.blob, picture);
  };

  const send = async (picture: ChosenPicture, blob: Blob, dimensions: { width: number; height: number }) => {
    const { type } = picture;
    const fault = imageFault(rules, { size: blob.size, type, dimensions: rules.exact ?? dimensions });
    if (fault) return setState({ step: 'faulty', fault });
    const { signal } = restart(run);
    setState({ step: 'sending', part: 0, name: picture.name });
    const onProgress = (part: number): void => {
      if (!signal.aborted) setState({ step: 'sending', part, name: picture.name });
    };
    try {
      const file = await uploadPicture(kind, { blob, name: picture.name }, { signal, onProgress });
      if (signal.aborted) return;
      setState({ step: 'sent', file });
      onStored(file);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setState({ step: 'faulty', fault: { text: error.message } });
    }
  };

  return {
    rules,
    state,
    choose: (file: File) => void choose(file),
    cut: (picture: ChosenPicture, part: Cut) =>
      void cutPicture(picture, rules, part).then((blob) => send(picture, blob, part)),
    cancel: () => {
      run.current?.abort();
      setState({ step: 'cancelled' });
    },
  };
}

function restart(run: { current: AbortController | undefined }): AbortController {
  run.current?.abort();
  run.current = new AbortController();
  return run.current;
}

function tooSmall(rules: ReturnType<typeof imageRules>, picture: ChosenPicture): PictureFault {
  const facts = { size: 0, type: picture.type, dimensions: picture };
  return imageFault(rules, facts) ?? { code: 'unreadable', params: {} };
}
