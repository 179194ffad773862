// Turns the message files of the rules into JSON, one file per title and language, so that the
// sentences of refusals and events are written once for the terminal and the browser.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'

const web = fileURLToPath(new URL('..', import.meta.url))
const rules = fileURLToPath(new URL('../../src/farhaven/', import.meta.url))

function write(target, tables) {
  const text = `${JSON.stringify(tables)}\n`
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text)
}

export function compileSentences() {
  const sources = [
    { name: 'core', folder: `${rules}core/messages` },
    ...readdirSync(`${rules}games`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ name, folder: `${rules}games/${name}/messages` })),
  ]
  for (const { name, folder } of sources) {
    if (!existsSync(folder)) continue
    mkdirSync(`${web}src/sentences/${name}`, { recursive: true })
    const names = {}
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.toml'))) {
      const tables = parse(readFileSync(`${folder}/${file}`, 'utf8'))
      write(`${web}src/sentences/${name}/${file.replace('.toml', '.json')}`, tables)
      if (tables.names) names[file.replace('.toml', '')] = tables.names
    }
    // What parts are called, in all languages at once: boards show it from the first moment.
    if (Object.keys(names).length > 0) write(`${web}src/sentences/${name}/names.json`, names)
    // What is printed on the parts, read from the same file as the rules read it.
    const box = `${rules}games/${name}/components.toml`
    if (existsSync(box)) write(`${web}src/sentences/${name}/components.json`, parse(readFileSync(box, 'utf8')))
  }
}
