import type Mocha from 'mocha'

// What the types of mocha keep from other code.
interface RunHook extends Mocha.Hook {
  timedOut: boolean
  run(done: (error?: Error) => void): void
}
interface OpenRunner {
  fail(failed: Mocha.Runnable, error: Error): void
}
interface OpenSuite {
  getHooks(name: 'afterEach' | 'afterAll'): RunHook[]
}

/**
 * Lets a run go on when a hook after tests fails. Mocha would leave out the tests that follow an "after each" hook, and
 * the hooks that follow an "after all" hook, such as those that stop servers. Here the test before the first kind of
 * hook fails, and nothing is left out.
 */
export function goOnAfterHooks(runner: Mocha.Runner): void {
  const change = (hook: RunHook, report: (error: Error) => void): void => {
    const run = hook.run.bind(hook)
    hook.run = (done) => {
      // A hook that timed out once would never end again.
      hook.timedOut = false
      run((error) => {
        if (error) report(error)
        done()
      })
    }
  }
  const open = runner as unknown as OpenRunner
  runner.on('suite', (suite) => {
    const hooks = suite as unknown as OpenSuite
    // Mocha fails the current test by the error that a hook notes itself.
    for (const hook of hooks.getHooks('afterEach')) change(hook, (error) => hook.error(error))
    for (const hook of hooks.getHooks('afterAll')) change(hook, (error) => open.fail(hook, error))
  })
}
