/** Below the kind's namespace, so that changes of clips refresh them too. */
export const advertKeys = {
  all: ['adverts'],
  of: (clipId: string) => ['adverts', 'showings', clipId],
} as const;
