import { answerJobs } from '@/lib/publish/answer-jobs'

/** Seconds, for hosts that cut longer answers off. */
export const maxDuration = 60

/** Some hosts' cron can only ask with GET; the secret is in a header either way. */
export { answerJobs as GET, answerJobs as POST }
