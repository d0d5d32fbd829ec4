// Loaded into every child process. When the parent ends, even by SIGKILL, the channel to it closes. The child's own
// children inherit this import, but their channel is of another kind and is ignored.
if (process.env.WATCHED_BY === String(process.ppid)) {
  process.on('disconnect', () => process.exit(0))
  process.channel?.unref()
}
