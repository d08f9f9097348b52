import type { ResourceKey } from 'i18next';
import { packsByName } from './index.ts';

/** Each a file of its own, or together with others as `scripts/build/chunk-plan.ts` says; the bundler reads these patterns as they stand. */
export const packs = packsByName(
  import.meta.glob<ResourceKey>(
    [
      '../../../../**/locales/zh-CN.json',
      '../../../../**/locales/*.zh-CN.json',
      '!../../../../**/locales/{problems,messages}.*.json',
      '!../../../http/**',
      '!../../../../system/third-login/**',
      '!../../../../apps/console/mobile/**',
    ],
    { import: 'default' },
  ),
);
