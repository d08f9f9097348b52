import { useEffect, useRef, useState } from 'react';
import type { StoredFile } from '#platform/files/contract/endpoints.ts';
import { type ImageRules, imageRules, type UploadKind } from '#platform/files/contract/upload-kinds.ts';
import { imageFault } from '#platform/files/rules/image-fault.ts';
import { isMp4 } from '#platform/files/rules/video-facts.ts';
import { checkVideo, type VideoFault } from '#platform/files/rules/video-fault.ts';
import { uploadPicture } from '#platform/files/web/upload-picture.ts';
import { CallError } from '#platform/http/web/call.ts';
import { type Cut, cropPlan, sentDimensions, turnedRules } from './crop-plan.ts';
import { type ChosenPicture, cutPicture, type PictureFault, readPicture } from './read-picture.ts';

export type PictureState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading' }
  | { readonly step: 'cutting'; readonly picture: ChosenPicture }
  /** `part` from 0 to 1. */
  | { readonly step: 'sending'; readonly part: number; readonly name: string }
  | { readonly step: 'sent'; readonly file: StoredFile }
  | { readonly step: 'cancelled' }
  | { readonly step: 'faulty'; readonly fault: PictureFault | VideoFault | { readonly text: string } };

/** From a chosen file to a stored one: look, cut where its kind has a shape, send. One picture at a time. */
export function usePictureUpload(kind: UploadKind, onStored: (file: StoredFile) => void) {
  const ofKind = imageRules(kind);
  const [state, setState] = useState<PictureState>({ step: 'idle' });
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  const choose = async (file: File): Promise<void> => {
    const { signal } = restart(run);
    setState({ step: 'reading' });
    if (ofKind.video && isMp4(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) return sendFilm(file, ofKind);
    const picture = await readPicture(file, ofKind);
    if (signal.aborted) return;
    if ('code' in picture) return setState({ step: 'faulty', fault: picture });
    const rules = turnedRules(ofKind, picture);
    const plan = cropPlan(rules, picture);
    if (plan === 'cut') return setState({ step: 'cutting', picture });
    if (plan === 'too-small') return setState({ step: 'faulty', fault: tooSmall(rules, picture) });
    await send(picture, picture.blob, picture);
  };

  const sendFilm = async (file: File, { video }: ImageRules): Promise<void> => {
    // one that is too large is not read for it
    const isSmall = file.size <= (video?.maxBytes ?? 0);
    const bytes = isSmall ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array((video?.maxBytes ?? 0) + 1);
    const film = checkVideo(ofKind, bytes);
    if ('code' in film) return setState({ step: 'faulty', fault: film });
    await upload(file.name, file);
  };

  const send = async (picture: ChosenPicture, blob: Blob, dimensions: { width: number; height: number }) => {
    const { type } = picture;
    const rules = turnedRules(ofKind, picture);
    const fault = imageFault(rules, { size: blob.size, type, dimensions: rules.exact ?? dimensions });
    if (fault) return setState({ step: 'faulty', fault });
    await upload(picture.name, blob);
  };

  const upload = async (name: string, blob: Blob): Promise<void> => {
    const { signal } = restart(run);
    setState({ step: 'sending', part: 0, name });
    const onProgress = (part: number): void => {
      if (!signal.aborted) setState({ step: 'sending', part, name });
    };
    try {
      const file = await uploadPicture(kind, { blob, name }, { signal, onProgress });
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
    // while a part is chosen: those of the way in which the picture lies
    rules: state.step === 'cutting' ? turnedRules(ofKind, state.picture) : ofKind,
    state,
    choose: (file: File) => void choose(file),
    cut: (picture: ChosenPicture, part: Cut) => {
      const rules = turnedRules(ofKind, picture);
      void cutPicture(picture, rules, part).then((blob) => send(picture, blob, sentDimensions(rules, part)));
    },
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
