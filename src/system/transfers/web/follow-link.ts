import { runtimeConfig } from '#platform/http/web/runtime-config.ts';

/** Lets the browser save what a signed address below the system base answers. */
export function followLink(path: string): void {
  const link = document.createElement('a');
  link.href = runtimeConfig().systemBase + path;
  link.download = '';
  link.click();
}
