import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id } from '#platform/http/contract/fields.ts';

export const UndoRequest = z.strictObject({ changeId: Id });
export type UndoRequest = z.infer<typeof UndoRequest>;

/** Which record is as it was before. */
export const UndoAnswer = z.strictObject({ kind: z.string(), objectId: z.string() });
export type UndoAnswer = z.infer<typeof UndoAnswer>;

export const undoEndpoints = {
  undo: endpoint({
    method: 'POST',
    path: '/sys/undo',
    permission: null,
    inOneTransaction: true,
    request: UndoRequest,
    response: UndoAnswer,
    summary: "Take back one's own change, unless the record changed since",
  }),
};

export const undoProblems = {
  'undo.not-found': 404,
  'undo.already-undone': 409,
  'undo.changed-since': 409,
  'undo.too-late': 409,
} as const;
