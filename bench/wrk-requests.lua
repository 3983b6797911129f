-- Sends the requests of a file one after the other, in a loop, and counts the responses that are not 2xx.
-- The file contains the raw requests, each ended by a zero byte; its name is the script's argument.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  requests, last, refused, status = {}, 0, 0, 0
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("%Z+") do
    table.insert(requests, request)
  end
  file:close()
end

function request()
  last = last % #requests + 1
  return requests[last]
end

-- wrk itself counts only those from 400 on. After the first response it handles signals and can be stopped.
function response(answered)
  if not begun then
    begun = true
    io.stderr:write("begun\n")
  end
  if answered < 200 or answered > 299 then
    refused, status = refused + 1, answered
  end
end

function done(summary, latency)
  local errors = summary.errors
  local refused, status = 0, 0
  for _, thread in ipairs(threads) do
    refused = refused + thread:get("refused")
    status = math.max(status, thread:get("status"))
  end
  io.stderr:write(string.format(
    '{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"status":%d,"broken":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), refused, status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
