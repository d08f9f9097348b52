import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, 'dist/console');

/** The server sends what lies here; compressing at build time costs it nothing. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const text = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

export default defineConfig({
  root: 'src/apps/console',
  plugins: [react(), precompress()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    // The content security policy allows no inline script, and every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
  },
});
