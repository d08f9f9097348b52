import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkPlan } from './scripts/build/chunk-plan.ts';
import { fitReactAria } from './scripts/build/fit-react-aria.ts';
import { leanEndpoints } from './scripts/build/lean-endpoints.ts';
import { leanSchemas } from './scripts/build/lean-schemas.ts';
import { pseudoPack } from './scripts/texts/pseudo.ts';
import type { Pack } from './scripts/texts/text-packs.ts';

const OUT = join(import.meta.dirname, 'dist/console');
const PSEUDO_OUT = join(import.meta.dirname, 'dist/pseudo');

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

/** Every program of the console needs React; the small entry comes without it, so that the browser may fetch both at once. */
function fetchReactEarly(): Plugin {
  return {
    name: 'fetch-react-early',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.name === 'react')
        .flatMap((file) => [file.fileName, ...('imports' in file ? file.imports : [])])
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  };
}

/** The icon is smaller than the request for it. */
function iconInside(): Plugin {
  const icon = readFileSync(join(import.meta.dirname, 'src/apps/console/public/favicon.svg'));
  return {
    name: 'icon-inside',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replace('href="/favicon.svg"', `href="data:image/svg+xml;base64,${icon.toString('base64')}"`),
  };
}

/** Leaflet asks whether there is SVG by writing HTML, which the document's policy refuses to everybody. */
function mapWithoutHtml(): Plugin {
  return {
    name: 'map-without-html',
    transform: {
      filter: { id: /leaflet-src(\.esm)?\.js$/ },
      handler: (code) => ({
        code: code.replace(
          "div.innerHTML = '<svg/>';",
          "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));",
        ),
        map: null,
      }),
    },
  };
}

/** English texts accented and a third longer, for looking at what has no room; nothing that the server sends has it. */
function pseudoLocale(): Plugin {
  return {
    name: 'pseudo-locale',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/en-US\.json$/ },
      handler: (code) => ({ code: JSON.stringify(pseudoPack(JSON.parse(code) as Pack)), map: null }),
    },
  };
}

export default defineConfig(({ mode }) => ({
  root: 'src/apps/console',
  plugins:
    mode === 'pseudo'
      ? [react(), pseudoLocale()]
      : [
          react(),
          leanSchemas(),
          leanEndpoints(),
          fitReactAria(),
          fetchReactEarly(),
          iconInside(),
          mapWithoutHtml(),
          precompress(),
        ],
  // `vite build --mode pseudo && vite preview --mode pseudo`: the pseudo-locale in front of a product that runs.
  preview: {
    proxy: Object.fromEntries(
      ['/api', '/sos-backend', '/config.json'].map((path) => [path, process.env['PRODUCT'] ?? 'http://127.0.0.1:3000']),
    ),
  },
  build: {
    outDir: mode === 'pseudo' ? PSEUDO_OUT : OUT,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    // The content security policy allows no inline script, and every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'plan', name: chunkPlan() }] },
      },
    },
  },
}));
