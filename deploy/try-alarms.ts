// node_modules/.bin/node deploy/try-alarms.ts
// Prometheus' own judgement of deploy/alarms.yml: on a good day no alarm rings, and each rings for what it is there for, alone.
// Needs promtool, which comes with Debian's package prometheus.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const rules = join(import.meta.dirname, 'alarms.yml')
const calls = (labels: string) => `arcade_request_seconds_count{${labels},instance="a"}`
const done = (name: string) => `arcade_job_last_done_timestamp_seconds{name="${name}",instance="a"}`

/** A value a minute, as promtool wants them: `7+1x60` grows by one for an hour, `0x60` stays, `_` is none. */
const goodDay: Record<string, string> = {
  'up{job="arcade",instance="a"}': '1x3000',
  'arcade_database_absences_total{class="08",instance="a"}': '3x3000',
  'arcade_database_absences_total{class="53",instance="a"}': '0x3000',
  'arcade_storage_up{instance="a"}': '1x3000',
  [calls('status="200",route="/api/orders"')]: '0+600x3000',
  [calls('status="502",route="/api/payments"')]: '0+1x3000',
  [calls('status="503",route="/api/orders"')]: '0+1x3000',
  'arcade_request_seconds_bucket{le="0.5",instance="a"}': '0+590x3000',
  'arcade_request_seconds_bucket{le="1",instance="a"}': '0+600x3000',
  'arcade_request_seconds_bucket{le="+Inf",instance="a"}': '0+600x3000',
  'arcade_database_waiting{instance="a"}': '0x3000',
  'arcade_queue_sent_away_total{queue="images",instance="a"}': '7x3000',
  'nodejs_eventloop_lag_p99_seconds{job="arcade",instance="a"}': '0.02x3000',
  'process_resident_memory_bytes{job="arcade",instance="a"}': '420000000x3000',
  'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': '40x3000',
  'node_filesystem_size_bytes{mountpoint="/",fstype="ext4"}': '100x3000',
  // One a day.
  'arcade_backup_last_done_timestamp_seconds{instance="a"}': '0x1440 86400x1560',
  'arcade_backup_lacking_files{instance="a"}': '0x3000',
  [done('audit')]: '0+60x3000',
  [done('figures')]: '0+60x3000',
  [done('mails')]: '0+60x3000',
  [done('retention')]: '0+60x3000',
  'arcade_job_runs_total{name="audit",outcome="failed",instance="a"}': '1x3000',
  'arcade_jobs_given_up_total{name="send-mail",instance="a"}': '0x3000',
  'arcade_jobs_waiting{name="send-mail",instance="a"}': '12x3000',
  'arcade_job_longest_wait_seconds{name="mail",instance="a"}': '20x3000',
  // A mail that is declined for now is no chore that failed.
  'arcade_job_runs_total{name="mail",outcome="failed",instance="a"}': '0+1x3000',
}

/** What is otherwise, and after how many minutes it has been said. */
const badDays: Record<string, { at: number; differs: Record<string, string | undefined> }> = {
  ArcadeAway: { at: 30, differs: { 'up{job="arcade",instance="a"}': '1x10 0x60' } },
  ArcadeDatabaseAway: {
    at: 30,
    differs: { 'arcade_database_absences_total{class="08",instance="a"}': '3x10 4+5x60' },
  },
  ArcadeDatabaseFull: { at: 15, differs: { 'arcade_database_absences_total{class="53",instance="a"}': '0x10 1x60' } },
  ArcadeStorageAway: { at: 30, differs: { 'arcade_storage_up{instance="a"}': '1x10 0x60' } },
  ArcadeFilesRefused: { at: 25, differs: { [calls('status="507",route="/api/attachments"')]: '_x20 1x60' } },
  ArcadeBug: { at: 25, differs: { [calls('status="500",route="/api/orders"')]: '_x20 1x60' } },
  ArcadeTurnedAway: { at: 30, differs: { [calls('status="503",route="/api/orders"')]: '0+12x60' } },
  ArcadeSlow: { at: 30, differs: { 'arcade_request_seconds_bucket{le="0.5",instance="a"}': '0+500x60' } },
  ArcadeConnectionsUsedUp: { at: 30, differs: { 'arcade_database_waiting{instance="a"}': '0x10 3x60' } },
  ArcadeQueueFull: {
    at: 30,
    differs: { 'arcade_queue_sent_away_total{queue="images",instance="a"}': '7x10 7+1x60' },
  },
  ArcadeProcessorFull: {
    at: 30,
    differs: { 'nodejs_eventloop_lag_p99_seconds{job="arcade",instance="a"}': '0.02x10 0.3x60' },
  },
  ArcadeMemory: {
    at: 30,
    differs: { 'process_resident_memory_bytes{job="arcade",instance="a"}': '420000000x10 1100000000x60' },
  },
  ArcadeDiskNearlyFull: {
    at: 30,
    differs: { 'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': '40x10 14x60' },
  },
  ArcadeBackupMissing: { at: 1810, differs: { 'arcade_backup_last_done_timestamp_seconds{instance="a"}': '0x3000' } },
  ArcadeBackupLacksFiles: { at: 30, differs: { 'arcade_backup_lacking_files{instance="a"}': '0x10 2x60' } },
  ArcadeBackupUnknown: {
    at: 60,
    differs: { 'arcade_backup_last_done_timestamp_seconds{instance="a"}': undefined },
  },
  ArcadeMinutelyChoreMissing: { at: 20, differs: { [done('audit')]: '0x60' } },
  ArcadeFiguresMissing: { at: 70, differs: { [done('figures')]: '0x200' } },
  ArcadeHourlyChoreMissing: { at: 190, differs: { [done('mails')]: '0x300' } },
  ArcadeRetentionMissing: { at: 190, differs: { [done('retention')]: '0x300' } },
  ArcadeChoreFailed: {
    at: 18,
    differs: { 'arcade_job_runs_total{name="audit",outcome="failed",instance="a"}': '1x10 2x60' },
  },
  ArcadeJobGivenUp: { at: 30, differs: { 'arcade_jobs_given_up_total{name="send-mail",instance="a"}': '0x10 1x60' } },
  ArcadeJobsWaiting: { at: 50, differs: { 'arcade_jobs_waiting{name="send-mail",instance="a"}': '12x10 101x90' } },
  ArcadeMailWaiting: {
    at: 50,
    differs: { 'arcade_job_longest_wait_seconds{name="mail",instance="a"}': '20x10 600+60x90' },
  },
}

const named = [...readFileSync(rules, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)
const untried = named.filter(name => !badDays[name])
if (untried.length > 0) throw new Error(`Nothing here makes these ring: ${untried.join(', ')}.`)

const test = (name: string, series: Record<string, string | undefined>, at: readonly number[], ring: string[]) => ({
  name,
  interval: '1m',
  input_series: Object.entries(series)
    .filter(([, values]) => values !== undefined)
    .map(([one, values]) => ({ series: one, values })),
  promql_expr_test: at.map(minute => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minute}m`,
    exp_samples: ring.map(alarm => ({ labels: `{alertname="${alarm}"}`, value: 1 })),
  })),
})
const tests = [
  test('a good day', goodDay, [10, 61, 720, 1500, 2000], []),
  ...Object.entries(badDays).map(([alarm, { at, differs }]) => test(alarm, { ...goodDay, ...differs }, [at], [alarm])),
]

const folder = mkdtempSync(join(tmpdir(), 'arcade-alarms-'))
try {
  copyFileSync(rules, join(folder, 'alarms.yml'))
  // JSON is YAML.
  const file = join(folder, 'tests.yml')
  writeFileSync(file, JSON.stringify({ rule_files: ['alarms.yml'], evaluation_interval: '1m', tests }))
  for (const what of [
    ['check', 'rules', rules],
    ['test', 'rules', file],
  ]) {
    const { status, error } = spawnSync('promtool', what, { stdio: 'inherit' })
    if (error) throw error
    if (status !== 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
