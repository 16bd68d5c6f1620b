import { type ChildProcess, fork } from 'node:child_process'

/** What became of a task that has no answer: its process died of it, or was ended because it took too long. */
export type Failure = 'died' | 'too_slow'

type Settings = {
  script: URL
  env?: Record<string, string>
  execArgv?: string[]
  longestMilliseconds: number
  /** How long a process waits for its next task. */
  idleMilliseconds: number
}

/**
 * Work on what strangers have sent, in processes of its own, one task at a time in each: what it takes of memory goes with
 * the process, and what breaks a decoder breaks nothing else. How many there are is a matter of turns.
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
    // An error of one that rests would end us.
    child.on('error', () => {})
    child.unref()
    child.channel?.unref()
    return child
  }
}
