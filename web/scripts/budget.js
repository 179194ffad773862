// The first page must stay light: all JavaScript that it loads at once, compressed, has a limit.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT = 150_000
const root = fileURLToPath(new URL('../../src/farhaven/server/static/', import.meta.url))
const page = readFileSync(`${root}index.html`, 'utf8')
const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1])
const size = (file) => gzipSync(readFileSync(root + file)).length
const initial = first.reduce((sum, file) => sum + size(file), 0)
const all = readdirSync(`${root}assets`).filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + size(`assets/${file}`), 0)

console.log(`JavaScript, compressed: ${initial} bytes at first, ${all} in all (limit ${LIMIT} at first)`)
if (first.length === 0 || initial > LIMIT) {
  console.error('The first page loads too much JavaScript.')
  process.exit(1)
}
