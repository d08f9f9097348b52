import { SYSTEM_BASE } from '#platform/http/contract/bases.ts';
import { FILES_PATH } from '../contract/endpoints.ts';

/** Where a stored picture is fetched without a login, by papers and devices too; a whole address stays as it is. */
export const fileAddressAt = (origin: string, path: string): string =>
  /^https?:\/\//.test(path) ? path : `${origin}${SYSTEM_BASE}${FILES_PATH}/${path}`;
