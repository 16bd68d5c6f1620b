import { type ChildProcess, fork } from 'node:child_process'

/** Why a task has no answer: its process died, or was killed because it took too long. */
export type Failure = 'died' | 'too_slow'

type Settings = {
  script: URL
  env?: Record<string, string>
  execArgv?: string[]
  longestMilliseconds: number
  /** How long an idle process waits for its next task. */
  idleMilliseconds: number
}

/**
 * Work on untrusted files in child processes, one task at a time in each: memory is freed with the process, and a crash of
 * a decoder affects nothing else. The number of processes is limited by turns (newTurns).
 */
export function newProcesses<Task extends object, Answer>(settings: Settings) {
  const idle = new Map<ChildProcess, ReturnType<typeof setTimeout>>()

  function next(): ChildProcess {
    const [waiting] = idle
    if (!waiting) return start(settings)
    const [child, end] = waiting
    clearTimeout(end)
    idle.delete(child)
    return child
  }

  function rest(child: ChildProcess): void {
    const end = setTimeout(() => {
      idle.delete(child)
      child.kill('SIGKILL')
    }, settings.idleMilliseconds)
    idle.set(child, end.unref())
  }

  return (task: Task): Promise<Answer | Failure> =>
    new Promise(resolve => {
      const child = next()
      const give = (answer: Answer | Failure) => {
        clearTimeout(late)
        child.off('message', answered).off('exit', died).off('error', died)
        resolve(answer)
      }
      const answered = (answer: Answer) => {
        give(answer)
        rest(child)
      }
      const fail = (failure: Failure) => {
        child.kill('SIGKILL')
        give(failure)
      }
      const died = () => fail('died')
      const late = setTimeout(() => fail('too_slow'), settings.longestMilliseconds)
      child.on('message', answered).on('exit', died).on('error', died)
      child.send(task)
    })

  function start({ script, env = {}, execArgv = [] }: Settings): ChildProcess {
    const child = fork(script, { env, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.once('exit', () => {
      clearTimeout(idle.get(child))
      idle.delete(child)
    })
    // An unhandled `error` event of an idle process would end this one.
    child.on('error', () => {})
    child.unref()
    child.channel?.unref()
    return child
  }
}
