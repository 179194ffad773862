import { writeFileSync } from 'node:fs'
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
  plugins: [messages(), svelte(), ignored()],
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
