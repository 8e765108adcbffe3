import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { commandNames } from '../../cli/commands.js'
import { CODE_FOLDERS, filesIn } from '../../embedded/build/source-files.js'
import { projectRoot } from '../../embedded/project-root.js'

/** The programs that run in containers, and a setting that each refuses to start with: it is missing, or no port. */
const PROGRAMS: Record<string, string> = {
  gateway: 'MONGODB_URI',
  worker: 'MONGODB_URI',
  migrate: 'MONGODB_URI',
  inbox: 'INBOX_PORT',
}

describe('the build context of the image', function () {
  this.timeout(600_000)
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-image-'))
    for (const path of await listContext()) {
      await cp(join(projectRoot, path), join(folder, path), { recursive: true })
    }
    // The image installs the packages of package-lock.json, as this checkout did.
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
    const { status, said } = await run('npm', 'run', 'build')
    expect(status, said).to.equal(0)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [name, setting] of Object.entries(PROGRAMS)) {
    it(`has everything that ${name} is made of: it starts, and names the setting that it cannot do without`, async () => {
      const { status, said } = await run(process.execPath, 'dist/cli/main.js', name)
      expect(status, said).to.equal(1)
      expect(said).to.include(setting).and.not.include('ERR_MODULE_NOT_FOUND')
    })
  }

  it('has everything that the commands are made of: each shows its help', async () => {
    const asking = commandNames().map((name) => `await posthorn(['${name}', '--help'])`)
    const program = ["const { posthorn } = await import('./dist/cli/posthorn.js')", ...asking].join('\n')
    const { status, said } = await run(process.execPath, '--input-type=module', '--eval', program)
    expect(status, said).to.equal(0)
    for (const name of commandNames()) expect(said).to.match(new RegExp(`^Usage: posthorn ${name}\\b`, 'm'))
  })

  it('has every thread, page and bundle that the code finds by its name', async () => {
    const files = filesIn([...CODE_FOLDERS, 'embedded/provider']).filter((path) => path.endsWith('.ts'))
    const sources = await Promise.all(files.map((path) => readFile(path, 'utf8')))
    const names = sources.flatMap((code) =>
      Array.from(code.matchAll(/programFile\('([^']+)'\)/g), ([, name = '']) => name),
    )
    expect(names).to.include('mail/rendering/threads/thread.js')
    expect(names.filter((name) => !existsSync(join(folder, 'dist', name)))).to.deep.equal([])
  })

  it('has everything that the dashboard is made of, and leaves nothing to be compressed while it is served', async () => {
    const built = join(folder, 'dist', 'dashboard')
    const names = await readdir(join(built, 'assets'))
    const [, script = ''] = /assets\/([\w-]+\.js)"/.exec(await readFile(join(built, 'index.html'), 'utf8')) ?? []
    expect(names).to.include.members([script, `${script}.br`, `${script}.gz`])
  })

  it('has the licences of the packages and the font in the dashboard', async () => {
    const assets = join(folder, 'dist', 'dashboard', 'assets')
    const name = (await readdir(assets)).find((file) => /^licenses-.*\.md$/.test(file)) ?? expect.fail('none')
    const licences = await readFile(join(assets, name), 'utf8')
    for (const packed of ['react', 'radix-ui/react-dialog', 'codemirror/view', 'SIL Open Font License'])
      expect(licences).to.include(packed)
  })

  it('keeps the licence files of all packages in the image', async () => {
    const dockerfile = (await readFile(join(projectRoot, 'Dockerfile'), 'utf8')).replaceAll(/\\\n\s*/g, '')
    const [, command = ''] = /(find \. -type f .*?) -delete/.exec(dockerfile) ?? []
    expect(command).to.include('-name')
    const { said } = await run('sh', '-c', `cd node_modules/ && ${command} -print`)
    const deleted = said.split('\n').filter((path) => /\/(licen[cs]e|copying|notice)[^/]*$/i.test(path))
    expect(deleted).to.deep.equal([])
    expect(said).to.include('README.md')
  })

  /** Runs a program in the folder without any setting that it needs, until it ends. */
  async function run(program: string, ...args: string[]): Promise<{ status: unknown; said: string }> {
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, INBOX_PORT: 'none' },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [status] = (await once(child, 'close')) as unknown[]
    return { status, said }
  }
})

/** What `.dockerignore` lets through. Throws for a pattern other than `*` and `!<path>`, whose meaning is plain. */
async function listContext(): Promise<string[]> {
  const lines = (await readFile(join(projectRoot, '.dockerignore'), 'utf8')).split('\n').map((line) => line.trim())
  const [first, ...others] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const odd = others.filter((line) => !/^![\w./-]+$/.test(line))
  if (first !== '*' || odd.length > 0)
    throw new Error(`.dockerignore has patterns that are not read here: ${odd.join(' ')}`)
  return others.map((line) => line.slice(1))
}
