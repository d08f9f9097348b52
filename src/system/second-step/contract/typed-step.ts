import { SecretText } from '#platform/http/contract/fields.ts';

/** A code of the app, or a recovery code, as somebody typed it beside his password. */
export const TypedStep = SecretText(40).optional();
