-- For wrk: every request is a search that nobody asked before. Its argument sets the searches of one run apart.
local count = 0
local run

function init(arguments)
  run = arguments[1]
end

function request()
  count = count + 1
  return wrk.format(nil, '/search?q=dark+mode+' .. run .. '+' .. count)
end
