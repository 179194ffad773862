// Compares the three languages and compiles them; stops the build where a message is missing.
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { compileSentences } from './sentences.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const languages = ['en', 'de', 'fr']

/** The parameters that a sentence names, in a fixed order. */
function parameters(sentence) {
  return [...new Set(JSON.stringify(sentence).match(/\{[a-z_]+\}/gi) ?? [])].sort().join(' ')
}

function faults() {
  const found = []
  for (const file of readdirSync(`${root}messages/en`)) {
    const [base, ...others] = languages.map((language) => ({
      language,
      sentences: JSON.parse(readFileSync(`${root}messages/${language}/${file}`, 'utf8')),
    }))
    for (const { language, sentences } of others) {
      for (const key of Object.keys(base.sentences)) {
        if (!(key in sentences)) found.push(`${language}/${file}: ${key} is missing`)
        else if (parameters(sentences[key]) !== parameters(base.sentences[key]))
          found.push(`${language}/${file}: ${key} has other parameters than in English`)
      }
      for (const key of Object.keys(sentences))
        if (!(key in base.sentences)) found.push(`${language}/${file}: ${key} is not in English`)
    }
  }
  return found
}

/** The compiler writes its settings back as they were: a file that did not change keeps its time. */
async function keepingSettings(work) {
  const file = `${root}project.inlang/settings.json`
  const before = { text: readFileSync(file, 'utf8'), time: statSync(file).mtime }
  await work()
  if (readFileSync(file, 'utf8') === before.text) utimesSync(file, before.time, before.time)
}

export async function compileMessages() {
  const found = faults()
  if (found.length > 0) throw new Error(`messages:\n  ${found.join('\n  ')}`)
  compileSentences()
  await keepingSettings(() =>
    compile({
      project: `${root}project.inlang`,
      outdir: `${root}src/paraglide`,
      strategy: ['globalVariable', 'baseLocale'],
      isServer: 'false',
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await compileMessages()
  } catch (fault) {
    console.error(String(fault))
    process.exit(1)
  }
}
