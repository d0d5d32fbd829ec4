// Loaded into every child: when the parent dies, even by SIGKILL, its end of the channel closes.
process.on('disconnect', () => process.exit(0))
process.channel?.unref()
