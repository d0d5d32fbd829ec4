import { answerJobs } from '@/lib/publish/answer-jobs'

/** The time limit in seconds, for hosts that cut off longer responses. */
export const maxDuration = 60

/** Some hosts' cron can only send GET. The secret is in a header either way. */
export { answerJobs as GET, answerJobs as POST }
