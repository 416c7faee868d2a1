-- A second and more of native work: calls, arithmetic, tables, sorting, strings, patterns, objects.

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

local function sieve(n)
  local composite, count = {}, 0
  for i = 2, n do
    if not composite[i] then
      count = count + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return count
end

local function sorted(n)
  local t = {}
  for i = 1, n do t[i] = i * 7919 % 100003 end
  table.sort(t)
  return t[1], t[n // 2], t[n]
end

local function words(n)
  local parts = {}
  for i = 1, n do parts[i] = string.format("%d:%s", i, ("x"):rep(i % 7)) end
  local text, sum = table.concat(parts, ","), 0
  for digits in text:gmatch("%d+") do sum = sum + tonumber(digits) end
  return #text, sum
end

local function counted(n)
  local counts = {}
  for i = 1, n do
    local key = "k" .. i % 1000
    counts[key] = (counts[key] or 0) + i
  end
  return counts.k1, counts.k999
end

local Account = {}
Account.__index = Account
function Account.new() return setmetatable({balance = 0}, Account) end
function Account:add(amount) self.balance = self.balance + amount end

local function objects(n)
  local account = Account.new()
  for i = 1, n do account:add(i % 10) end
  return account.balance
end

print(fib(31))
print(sieve(500000))
print(sorted(120000))
print(words(30000))
print(counted(100000))
print(objects(3000000))
