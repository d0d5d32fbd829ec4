// Loaded into every child: when the parent dies, even by SIGKILL, its end of the channel closes. Children of
// the child inherit this import and have a channel of another kind, which is none of our business.
if (process.env.WATCHED_BY === String(process.ppid)) {
  process.on('disconnect', () => process.exit(0))
  process.channel?.unref()
}
