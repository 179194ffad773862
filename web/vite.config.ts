import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/messages.js'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Compiles the messages before anything else, and again when one changes. */
function messages(): Plugin {
  return {
    name: 'farhaven-messages',
    async buildStart() {
      await compileMessages()
    },
    async handleHotUpdate({ file }) {
      if (file.startsWith(here('./messages'))) await compileMessages()
    },
  }
}

/** Gives the service worker a mark of this build, by which browsers see that there is a new one. */
function marked(): Plugin {
  return {
    name: 'farhaven-marked',
    apply: 'build',
    closeBundle() {
      const file = here('../src/farhaven/server/static/sw.js')
      // The page names its scripts by their content, and they name all others.
      const mark = createHash('sha256').update(readFileSync(here('../src/farhaven/server/static/index.html'))).digest('hex')
      writeFileSync(file, readFileSync(file, 'utf8').replace('%BUILD%', mark.slice(0, 12)))
    },
  }
}

/** What is built is never committed. */
function ignored(): Plugin {
  return {
    name: 'farhaven-ignored',
    apply: 'build',
    closeBundle() {
      writeFileSync(here('../src/farhaven/server/static/.gitignore'), '*\n')
    },
  }
}

export default defineConfig({
  plugins: [messages(), svelte(), marked(), ignored()],
  resolve: {
    alias: {
      $lib: here('./src/lib'),
      $msg: here('./src/paraglide/messages.js'),
      $paraglide: here('./src/paraglide'),
    },
  },
  build: {
    outDir: here('../src/farhaven/server/static'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
})
