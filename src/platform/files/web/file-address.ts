import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { FILES_PATH } from '../contract/endpoints.ts';

/** Where a stored picture is shown from; a whole address, as older records have it, stays as it is (system-api 5.16). */
export function fileAddress(path: string): string {
  return /^https?:\/\//.test(path) ? path : `${runtimeConfig().systemBase}${FILES_PATH}/${path}`;
}
