-- For wrk: every request is a search that no one has asked before. Its argument makes the searches of a run unique.
local count = 0
local run

function init(arguments)
  run = arguments[1]
end

function request()
  count = count + 1
  return wrk.format(nil, '/search?q=dark+mode+' .. run .. '+' .. count)
end
