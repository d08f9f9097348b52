import type { Plugin } from 'vite';

/**
 * Every schema of zod knows how to describe itself as JSON Schema, and so carries 33 kB of code into the browser, where only
 * the server's documents (`/api/openapi.json`) would ask for it; and English words for each fault, where the console says its
 * own in two languages. Without the references the bundler leaves both out. A version of zod that writes them otherwise is
 * left as it is, and `npm run size` shows the weight.
 */
export function leanSchemas(): Plugin {
  return {
    name: 'lean-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: leanSource(code), map: null }),
    },
  };
}

const NONE = "(() => { throw new Error('JSON Schema is made by the server'); })";

/** The source of zod's schemas without what makes JSON Schema and without words. */
export function leanSource(code: string): string {
  return code
    .replaceAll(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replaceAll(/createStandardJSONSchemaMethod\(this, "(?:in|out)put"\)/g, NONE)
    .replaceAll('createToJSONSchemaMethod(this, {})', NONE)
    .replaceAll('core.config(en());', 'core.config({});');
}
