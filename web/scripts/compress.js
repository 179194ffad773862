// Compresses what was built once and well, so that the server need not do it at every request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/
/** A file that fits one packet is sent as it is. */
const SMALLEST = 1024
const root = fileURLToPath(new URL('../../src/farhaven/server/static/', import.meta.url))

for (const name of readdirSync(root, { recursive: true })) {
  if (!TEXT.test(name)) continue
  const whole = readFileSync(root + name)
  if (whole.length < SMALLEST) continue
  writeFileSync(`${root}${name}.gz`, gzipSync(whole, { level: 9 }))
  writeFileSync(`${root}${name}.br`, brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }))
}
