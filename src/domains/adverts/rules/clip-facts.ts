import type { Display, FileType } from '../contract/codes.ts';

export interface FileFacts {
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  /** Of a film; null for a picture. */
  readonly seconds: number | null;
}

export interface ClipFacts {
  readonly fileType: FileType;
  readonly display: Display;
  /** Null for a picture that nobody gave a time. */
  readonly durationSeconds: number | null;
}

/** What a clip is by its file; a picture stands as long as it was told, in seconds (domain 3, settled 70). */
export function clipFacts(file: FileFacts, asked: number | null): ClipFacts {
  return {
    fileType: file.seconds === null ? 'image' : 'video',
    display: file.width > file.height ? 'horizontal' : 'vertical',
    durationSeconds: file.seconds ?? asked,
  };
}
