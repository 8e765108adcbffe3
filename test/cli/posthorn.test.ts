import { expect } from 'chai'
import { COMMANDS, commandNames } from '../../cli/commands.js'
import { createProjectCommand } from '../../cli/create-project.js'
import { createSecretsCommand } from '../../cli/create-secrets.js'
import { switchProjectCommand } from '../../cli/switch-project.js'
import { useDatabase } from '../support/database.js'
import { commandHere, posthornHere } from '../support/posthorn-here.js'
import { runPosthorn } from '../support/run-program.js'

describe('posthorn', () => {
  it('lists every command with its line', async () => {
    const { status, printed } = await posthornHere(['--help'])
    expect(status).to.equal(0)
    for (const [name, { summary }] of Object.values(COMMANDS).flatMap((commands) => Object.entries(commands))) {
      expect(printed).to.match(new RegExp(`^  ${name} +${summary.replaceAll('.', '\\.')}$`, 'm'))
    }
  })

  it('shows the help and ends with status 64 when no command is named', async () => {
    const { status, printed, said } = await posthornHere([])
    expect([status, printed]).to.deep.equal([64, ''])
    for (const name of commandNames()) expect(said).to.include(`\n  ${name} `)
  })

  it('shows how a command is called', async () => {
    const { status, printed } = await commandHere(switchProjectCommand, ['switch-project', '--help'])
    expect(status).to.equal(0)
    expect(printed)
      .to.match(
        /^Usage: posthorn switch-project disable --id <id> .*\[--json\]\n {7}posthorn switch-project enable --id/,
      )
      .and.include('Disables a project')
  })

  for (const [given, meant] of [
    ['docter', 'doctor'],
    ['project:create', 'create-project'],
    ['outbox-retry', 'retry-outbox'],
    ['users', 'user'],
  ] as const) {
    it(`names ${meant} when ${given} is asked for, and ends with status 64`, async () => {
      const { status, printed, said } = await posthornHere([given])
      expect([status, printed]).to.deep.equal([64, ''])
      expect(said).to.equal(`Unknown command: ${given}. Did you mean ${meant}?\nposthorn --help lists all commands.\n`)
    })
  }

  it('names no command when none has nearly this name', async () => {
    expect((await posthornHere(['constructor'])).said).to.equal(
      'Unknown command: constructor.\nposthorn --help lists all commands.\n',
    )
  })

  it('says what is wrong with arguments, and how the command is called', async () => {
    for (const [command, args, reason] of [
      [createProjectCommand, ['create-project'], 'Missing required option --name.'],
      [createProjectCommand, ['create-project', '--name', ' '], 'Missing required option --name.'],
      [createProjectCommand, ['create-project', '--name'], "Option '--name <value>' argument missing"],
      [createProjectCommand, ['create-project', '--name', 'Shop', '--colour', 'red'], "Unknown option '--colour'"],
      [createProjectCommand, ['create-project', '--name', 'Shop', 'Two'], 'Unexpected argument: Two.'],
      [createSecretsCommand, ['create-secrets'], 'An argument is missing.'],
      [null, ['gateway', 'now'], 'Usage: posthorn gateway'],
    ] as const) {
      const { status, printed, said } = await (command ? commandHere(command, args) : posthornHere(args))
      expect([status, printed], said).to.deep.equal([64, ''])
      expect(said).to.include(reason).and.include(`Usage: posthorn ${args[0]}`)
    }
  })
})

describe('the answer of a command with --json', () => {
  useDatabase()

  it('is one JSON object on the standard output', async () => {
    const made = await runPosthorn(['create-project', '--name', 'Shop', '--json'])
    expect(made.status, made.said).to.equal(0)
    const project = JSON.parse(made.printed) as { id: string; public: string; secret: string }
    expect(project.secret).to.match(/^sk_/)
    for (const args of [
      ['allow-domain', '--project', project.id, '--domain', 'shop.example'],
      ['recount', '--project', project.id],
      ['refresh-addresses', '--kind', 'disposable', '--shipped'],
      ['reseal'],
      ['migrate'],
    ]) {
      const { printed, said } = await runPosthorn([...args, '--json'])
      expect(() => JSON.parse(printed) as unknown, said).not.to.throw()
      expect(printed.trimEnd().split('\n')).to.have.length(1)
    }
  })
})
